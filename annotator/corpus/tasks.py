"""Long work of this domain."""

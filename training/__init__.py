"""A release in; an adapter, predictions and replies out. No web app, no database."""

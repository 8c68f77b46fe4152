"""Starting Attune on one machine: the web server and its workers as child processes of one command."""

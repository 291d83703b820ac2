"""From records to findings; starts no process and prints nothing."""

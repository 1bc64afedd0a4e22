"""What is asked over plain HTTP."""

"""The screens of the terminal client, and the dialogs that belong to one of them."""

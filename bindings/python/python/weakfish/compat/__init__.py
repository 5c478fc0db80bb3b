"""Modules with the functions of other libraries."""

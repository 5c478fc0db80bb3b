//! The book under `docs`: every definition in it is checked and its tests are run, every command is run, every Betza
//! string is read, every link leads somewhere, every code is one, and the language at a glance is what the reference says.

mod examples;
mod glance;
mod links;
mod pages;
mod session;

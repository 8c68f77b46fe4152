export const texts = {
  title: "Log in",
  username: "Name",
  password: "Password",
  logIn: "Log in",
  wrong: "Name and password do not match. Both are case-sensitive.",
  lockedOut: "Too many attempts with a wrong password. Try again in a few minutes, or ask the person who runs Attune.",
  newTo: "A study's lead makes log-ins and hands out the first password; change it under Account.",
  again: "You are logged out",
  againText:
    "Your log-in has ended. Log in as the same person to go on; what is on this page stays, and unsaved changes are sent then.",
  other: "Log in as someone else",
}

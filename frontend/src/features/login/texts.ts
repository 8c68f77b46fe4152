export const texts = {
  title: "Log in",
  whatItIs: "Label, turn by turn, whether a client's words and face agree, and train models on what raters see.",
  username: "Log-in name",
  password: "Password",
  logIn: "Log in",
  wrong: "Log-in name and password do not match. Both are case-sensitive.",
  lockedOut: "Too many attempts with a wrong password. Try again in a few minutes, or ask the person who runs Attune.",
  newTo:
    "New here, or forgot your password? A lead of your study, or whoever runs Attune, can send you a link to set one.",
  again: "You are logged out",
  againText: "What is on this page stays. Log in as the same person to go on; unsaved changes are sent then.",
  againTitle: "Log in again",
  other: "Log in as someone else",
  setTitle: "Set your password",
  welcome: (name: string) => `Welcome, ${name}. Choose a password; nobody else will know it.`,
  forgot: (name: string) =>
    `${name}, choose a new password. Tokens and log-ins that still use the old one end when you set it.`,
  newPassword: "New password",
  passwordNote: "At least 10 characters, without your name. A sentence is easier to remember than a word.",
  setPassword: "Set password and log in",
  linkUntil: (at: string) => `This link works once, until ${at}.`,
  linkOver:
    "This link no longer works. It may have been used, been replaced by a newer one, or expired. Ask the person who sent it for a new link.",
  toLogIn: "Log in with the password you have",
}

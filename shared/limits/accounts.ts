// Of accounts and guesses: limits of what is taken from outside. docs/operations/limits.md lists them; bytes unless the name says otherwise.

/** Wrong secrets for one thing from one address within a quarter of an hour: whoever mistypes is right by then. */
export const GUESSES = 10
/** Wrong secrets from one address within a quarter of an hour: a school is many people behind one. */
export const GUESSES_OF_ADDRESS = 100
/** Wrong secrets for one thing from anywhere within an hour: no list of likely words is done in years. */
export const GUESSES_ANYWHERE = 100
/** Wrong application passwords of an account from one address within a quarter of an hour: nobody guesses one. */
export const WRONG_APPLICATION_PASSWORDS = 1_000
/** Characters of a login: a name, no text. */
export const LOGIN_LENGTH = 60
/** Characters of a login or an e-mail address as somebody types it: longer than any that is taken. */
export const ACCOUNT_NAME_LENGTH = 320
/** Characters of the name of a user that everybody sees: a line below a title. */
export const DISPLAY_NAME_LENGTH = 100
/** Characters of an account password: long sentences fit, and hashing stays cheap to feed. */
export const ACCOUNT_PASSWORD_LENGTH = 1_000
/** Application passwords of a user: each costs every Basic request a comparison. */
export const MOST_APPLICATION_PASSWORDS = 50
/** Characters of the name of an application: a line in a list. */
export const APPLICATION_NAME_LENGTH = 200
/** Sessions that an account begins in an hour: each is remembered for two days, by every process. */
export const SESSIONS_AN_HOUR = 1_000
/** Application passwords that a user makes in a day: one that was taken back is remembered for ever. */
export const APPLICATION_PASSWORDS_A_DAY = 100
/** Account passwords that wait to be looked at: each takes a processor a twentieth of a second, so the last waits for some seconds. */
export const WAITING_SIGN_INS = 50
/** Accounts, items, addresses and wrong secrets of them that are remembered: strangers can make them up. */
export const REMEMBERED_GUESSES = 500_000

/** The app's version, the same as package.json's (a test compares them). Part of the default User-Agent. */
export const APP_VERSION = '1.0.0';

/** The app's version, equal to package.json's (a test holds them together). Goes into the default User-Agent. */
export const APP_VERSION = '0.1.0';

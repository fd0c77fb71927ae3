/** The key in local storage of the staff's token. Two scripts that can import nothing repeat it: `boot.js` and that of the API's description. */
export const tokenKey = 'token'

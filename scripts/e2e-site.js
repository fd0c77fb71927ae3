// The site that the browser tests use.

/** Its environment. A folder that does not exist yet gets the sample content. */
export const siteEnvironment = (port, dataDir) => ({
  PORT: String(port),
  DATA_DIR: dataDir,
  // A developer may have a folder at the default.
  SITE_DIR: dataDir,
  RATE_LIMIT: 'false',
  // Long enough on a busy machine to undo a notification and to see it being sent.
  MAIL_HOLD: '600',
  MAIL_RATE: '50',
  ADMIN_EMAIL: 'admin@example.com',
  ADMIN_PASSWORD: 'four rivers meet at dawn',
  // `src/testing/sign-in-provider.ts`, which the test of signing in with a provider starts.
  OIDC_ISSUER: `http://127.0.0.1:${port + 1}`,
  OIDC_CLIENT_ID: 'atrium',
  OIDC_CLIENT_SECRET: 'a secret for tests only',
  OIDC_NAME: 'Acme ID',
})

import { expect, test, vi } from 'vitest'
import { explain, settingsFor } from './settings.ts'

const address = 'postgres://atrium@db.internal/acme'

test.each([
  ['', undefined],
  ['?sslmode=disable', false],
  ['?sslmode=require', { rejectUnauthorized: false }],
  ['?sslmode=no-verify', { rejectUnauthorized: false }],
  ['?sslmode=verify-full', {}],
  ['?uselibpqcompat=true&sslmode=require', { rejectUnauthorized: false }],
])('"%s" has its meaning without a warning', (query, ssl) => {
  const warned = vi.spyOn(process, 'emitWarning')
  expect(settingsFor(address + query, 'x').ssl).toEqual(ssl)
  expect(warned).not.toHaveBeenCalled()
  warned.mockRestore()
})

test.each([
  ['postgres://atrium@db.internal/acme?sslmode=always', /^DATABASE_URL: sslmode is one of disable, /],
  ['postgres://atrium@/acme?host=/run/pg&sslmode=Require', /^DATABASE_URL: sslmode is one of disable, /],
  ['postgres://atrium@db.internal/acme?sslmode=verify-ca', /^DATABASE_URL: sslmode=verify-ca needs sslrootcert=/],
  [
    'postgres://db/acme?sslmode=verify-full&sslrootcert=/no/ca.pem',
    /^DATABASE_URL cannot be used \(ENOENT.*ca\.pem'\)$/,
  ],
])('%s names its mistake', (url, message) => {
  expect(() => settingsFor(url, 'x')).toThrow(message)
})

/** As the server, or the client, reports them. */
const refused = (message: string, fields = {}) => Object.assign(new Error(message), fields)
const byHosts = { code: '28000', routine: 'ClientAuthentication' }

test.each([
  [refused('password authentication failed for user "atrium"', { code: '28P01' }), '', /user or password; .* %40 %3A/],
  [refused('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'), '', /asks for a password/],
  [refused('no pg_hba.conf entry for host "10.0.0.9", … no encryption', byHosts), '', /add \?sslmode=require/],
  [refused('kein pg_hba.conf-Eintrag für Host »10.0.0.9«, … keine Verschlüsselung', byHosts), '', /\?sslmode=require/],
  [refused('SSL required', { code: '08P01' }), '', /add \?sslmode=require/],
  [refused('connection is insecure (try using `sslmode=require`)', { code: '28000' }), '', /add \?sslmode=require/],
  [refused('no pg_hba.conf entry for … SSL encryption', byHosts), '?sslmode=require', /; add a line to pg_hba\.conf$/],
  [refused('role "atrium" does not exist', { code: '28000' }), '', /: create role atrium login password/],
  [
    refused('Peer authentication failed', { code: '28000', routine: 'auth_failed' }),
    '',
    /; run the site as the account/,
  ],
  [
    refused('database "acme" does not exist', { code: '3D000' }),
    '',
    /: create database acme owner atrium encoding 'UTF8'/,
  ],
  [refused('The server does not support SSL connections'), '?sslmode=require', /does not offer TLS; leave sslmode out/],
  [refused('self-signed certificate', { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }), '?sslmode=verify-full', /sslrootcert=/],
  [refused('unable to …', { code: 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY' }), '?sslmode=verify-full', /sslrootcert=/],
  [refused('certificate has expired', { code: 'CERT_HAS_EXPIRED' }), '?sslmode=verify-full', /is not trusted/],
  [refused('Altnames', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), '?sslmode=verify-full', /is not trusted/],
  [refused('connect ECONNREFUSED 10.0.0.9:5432', { code: 'ECONNREFUSED' }), '', /cannot be reached \(ECONNREFUSED\)$/],
  [refused('the database system is starting up', { code: '57P03' }), '', /cannot be reached \(the database system is /],
])('%s', (error, query, said) => {
  const line = explain(error, address + query, settingsFor(address + query, 'x'))
  expect(line).toMatch(/^the PostgreSQL server at db\.internal:5432 [^\n]+$/)
  expect(line).toMatch(said)
})

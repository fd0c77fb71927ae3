import { expect, test } from 'vitest'
import { postgresMistakeIn, readPostgresAddress } from './environment.ts'

test.each([
  ['postgres://atrium:secret@db.internal/atrium', 'db.internal:5432', 'atrium'],
  ['postgresql://atrium@10.1.2.3:6432/acme?sslmode=require', '10.1.2.3:6432', 'acme'],
  ['postgres://atrium:a%40b%2Fc@[2001:db8::7]:5433/site', '[2001:db8::7]:5433', 'site'],
  ['postgres:///atrium?host=/var/run/postgresql', '/var/run/postgresql/.s.PGSQL.5432', 'atrium'],
  ['postgresql://atrium@/acme?host=/run/pg&port=5499', '/run/pg/.s.PGSQL.5499', 'acme'],
  ['postgres://atrium:p%23w@/b%C3%BCro?host=%2Ftmp', '/tmp/.s.PGSQL.5432', 'büro'],
  ['postgres://%2Fvar%2Frun%2Fpostgresql/atrium', '/var/run/postgresql/.s.PGSQL.5432', 'atrium'],
  ['postgres://atrium@db/atrium?options=-c%20search_path=site@home', 'db:5432', 'atrium'],
])('%s is %s, %s', (text, server, database) => {
  expect(postgresMistakeIn(text)).toBeUndefined()
  expect(readPostgresAddress(text)).toMatchObject({ server, database })
})

test.each([
  'postgres://atrium:four#rivers@db/atrium',
  'postgres://atrium:four/rivers@db:5432/atrium',
  'postgres://atrium:12/34@db/atrium',
  'postgres://atrium:12?34@db/atrium',
  'postgresql://atrium:9#9@db/atrium',
  'postgres://atrium:a@b/c@db/atrium',
  'postgres://atrium:a@b#c@db/atrium',
  'postgres://atrium:[four]/x@db/atrium',
])('%s has a password that is not encoded', (text) => {
  expect(postgresMistakeIn(text)).toMatch(/^has a password that is not encoded: .* are written %40 /)
})

test.each(['nonsense', 'mysql://a:b@c/d', 'postgres:///atrium', 'postgres://atrium@/atrium', 'db.internal/atrium', ''])(
  '"%s" is no address',
  (text) => {
    expect(postgresMistakeIn(text)).toMatch(/^must be an address such as postgres:/)
  },
)

import { expect, test } from 'vitest'
import { causeOf, isDatabaseAway, passesByItself } from './cause.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:3101'), { code: 'ECONNREFUSED' })

test('the line names the trouble and what the network said beneath it', () => {
  const error = new Error('Horizon gave no answer to /', { cause: new TypeError('fetch failed', { cause: refused }) })
  expect(causeOf(error)).toBe(
    'Horizon gave no answer to /: TypeError: fetch failed: connection refused (connect ECONNREFUSED 127.0.0.1:3101)',
  )
  expect(passesByItself(error)).toBe(true)
})

test.each([
  [Object.assign(new Error('getaddrinfo ENOTFOUND horizon.example'), { code: 'ENOTFOUND' }), 'no such name (DNS)'],
  [new DOMException('The operation was aborted due to timeout', 'TimeoutError'), 'timed out'],
  [new AggregateError([refused], 'All tries failed'), 'connection refused'],
  [{ name: 'PrismaError', message: '', meta: { driverAdapterError: { cause: refused } } }, 'connection refused'],
])('%o is said as %s', (error, words) => expect(causeOf(error)).toContain(words))

test('what is no error has its words too, in one line and without an end', () => {
  expect(causeOf(undefined)).toBe('an error without words')
  expect(causeOf('gone\n  home')).toBe('gone home')
  expect(causeOf(new Error('x'.repeat(5_000)))).toHaveLength(400)
  const circle = new Error('round')
  circle.cause = circle
  expect(causeOf(circle)).toBe('round')
})

test('a mistake of ours is no trouble of the network', () => {
  expect(passesByItself(new TypeError('x is not a function'))).toBe(false)
  expect(passesByItself(new Error('Connection terminated unexpectedly'))).toBe(true)
})

test('what Prisma was told to write is not told', () => {
  const message = [
    '',
    'Invalid `prisma.user.create()` invocation:',
    '',
    '{',
    '  data: {',
    '    email: "ann@example.com",',
    '    name: 5',
    '  }',
    '}',
    '',
    'Argument `name`: Invalid value provided. Expected String, provided Int.',
  ].join('\n')
  expect(causeOf(Object.assign(new Error(message), { name: 'PrismaClientValidationError' }))).toBe(
    'PrismaClientValidationError: Invalid `prisma.user.create()` invocation: Argument `name`: Invalid value provided. Expected String, provided Int.',
  )
})

const prismaError = (code: string, cause?: object) =>
  Object.assign(new Error('Invalid `prisma.user.findFirst()` invocation'), {
    name: 'PrismaClientKnownRequestError',
    code,
    ...(cause && { meta: { driverAdapterError: { name: 'DriverAdapterError', cause } } }),
  })

test.each([
  ['Prisma reaches no server', prismaError('P1001')],
  ['no connection came free in time', prismaError('P2028')],
  ['a connection fell silent', prismaError('P2010', { kind: 'SocketTimeout' })],
  ['PostgreSQL is being shut down', prismaError('P2010', { kind: 'postgres', originalCode: '57P01' })],
  ['a lock was not let go', prismaError('P2039', { kind: 'postgres', originalCode: '55P03' })],
  ['a statement took too long', prismaError('P2010', { kind: 'postgres', originalCode: '57014' })],
  ['the pool has none left', new Error('timeout exceeded when trying to connect')],
  ['a connection broke', new Error('Connection terminated unexpectedly')],
  ['nobody listens', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })],
])('the database is away: %s', (_, error) => {
  expect(isDatabaseAway(error)).toBe(true)
  expect(passesByItself(error)).toBe(true)
})

test.each([
  ['a constraint', prismaError('P2002', { kind: 'UniqueConstraintViolation', originalCode: '23505' })],
  ['a mistake of ours', new TypeError('x is undefined')],
  ['a ledger', Object.assign(new Error('away'), { name: 'LedgerUnavailable', cause: { code: 'ECONNREFUSED' } })],
  ['another service', Object.assign(new TypeError('fetch failed'), { cause: { code: 'ECONNREFUSED' } })],
  ['nothing at all', undefined],
])('the database is there: %s', (_, error) => {
  expect(isDatabaseAway(error)).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PASSWORD_LENGTH } from '#app/accounts/domain/password-rules.ts'
import { openPasswords } from '#app/accounts/services/passwords.server.ts'
import { DEMO_PASSWORD } from '#prisma/demo-accounts.ts'
import { checkNewPassword } from './check-new-password.server.ts'

const ann = { email: 'ann.harbour@quay-trade.example', name: 'Ann Harbour' }
const deps = { passwords: openPasswords() }
const problemOf = async (password: string, owner = ann) =>
  (await checkNewPassword(deps, { password, owner }))?.refused ?? null

test.each([
  ['elevenchars', 'password_too_short'],
  ['x'.repeat(257), 'password_too_long'],
  ['aaaaaaaaaaaaaaaa', 'password_too_common'],
  ['password1234', 'password_too_common'],
  ['Password!!2026', 'password_too_common'],
  ['quayside2026!', 'password_too_common'],
  ['QuaysideEscrow1', 'password_too_common'],
  ['123456789012', 'password_too_common'],
  ['quaysidepassworda', 'password_too_common'],
  ['ann.harbour@quay-trade.example', 'password_too_common'],
  ['AnnHarbour1999', 'password_too_common'],
  ['Quay-Trade-2026', 'password_too_common'],
  ['h@rb0ur2026!!', 'password_too_common'],
  // A list of nineteen words did not contain these.
  ['1qaz2wsx3edc', 'password_too_common'],
  ['q1w2e3r4t5y6', 'password_too_common'],
  ['P@ssw0rd2024', 'password_too_common'],
  ['monkeydragon1', 'password_too_common'],
  ['motherfucker', 'password_too_common'],
  ['summer2026!!', 'password_too_common'],
  ['19850312Anna', 'password_too_common'],
  ['hunter2hunter2', 'password_too_common'],
  ['aabababbabaa', 'password_too_common'],
  // "Password" in the languages of our pages.
  ['passwort123456', 'password_too_common'],
  ['contraseña123', 'password_too_common'],
  ['motdepasse123', 'password_too_common'],
  ['wachtwoord2026', 'password_too_common'],
  ['пароль123456', 'password_too_common'],
  ['katasandi1234', 'password_too_common'],
  ['kata laluan 12', 'password_too_common'],
  ['mật khẩu 12345', 'password_too_common'],
  ['nenosiri12345', 'password_too_common'],
  ['รหัสผ่าน123456', 'password_too_common'],
  ['گذرواژه123456', 'password_too_common'],
])('%j is refused: %s', async (password, problem) => expect(await problemOf(password)).toBe(problem))

test.each([
  'correct horse battery',
  'ベーコンと卵とトースト毎朝',
  'quayside trades run on time',
  '1q9f-77zx-ppla',
  'lighthouse keeper',
  'three boats at low tide',
  // A generated password may contain a common word.
  'password-8Yq2-mv0R-Lw3z',
  DEMO_PASSWORD,
])('%j is taken', async (password) => expect(await problemOf(password)).toBeNull())

test('a short name does not make every password with its letters a weak one', async () => {
  expect(await problemOf('lighthouse keeper', { email: 'li@example.com', name: 'Li' })).toBeNull()
})

test('a password at random is taken, whatever its alphabet', async () => {
  const letters = fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789')
  const random = fc.string({ unit: letters, minLength: 16, maxLength: PASSWORD_LENGTH.max })
  await fc.assert(
    fc.asyncProperty(random, async (password) => {
      // Shrinking ends at "aaaa…", which is no random password.
      fc.pre(new Set(password).size > 8)
      expect(await problemOf(password)).toBeNull()
    }),
    { numRuns: 40 },
  )
})

test('every text gets an answer, by its first 64 characters when it is longer', async () => {
  const pieces = fc.constantFrom(
    'p@s5w0',
    'dr4g0n',
    '$4551|0',
    '1 2 3 4',
    '|_|',
    'qwert',
    '19850312',
    'constructor',
    'ü',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.array(pieces, { minLength: 2, maxLength: 30 }).map((words) => words.join('')),
  )
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const guesses = await deps.passwords.guessesFor(text, [text, 'harbour'])
      expect(guesses).toBeGreaterThanOrEqual(1)
      expect(await deps.passwords.guessesFor(text.slice(0, 64), [text, 'harbour'])).toBe(guesses)
    }),
    { numRuns: 20 },
  )
})

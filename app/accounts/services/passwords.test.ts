import { hash as hashWith } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { openPasswords, PasswordsBusy } from './passwords.server.ts'

const passwords = openPasswords()

test('a hash is argon2id with the cost that OWASP names, and is different each time', async () => {
  const [one, other] = await Promise.all([
    passwords.hash('correct horse battery'),
    passwords.hash('correct horse battery'),
  ])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(other)
})

test('a hash matches its own password only', async () => {
  const hash = await passwords.hash('correct horse battery')
  expect(await passwords.matches('correct horse battery', hash)).toBe(true)
  expect(await passwords.matches('correct horse batterY', hash)).toBe(false)
})

test('an unknown user matches nothing and takes about as long as a known one', async () => {
  const hash = await passwords.hash('correct horse battery')
  await passwords.matches('warm up', null)
  // Measures the work of this process, not elapsed time: other programs on the machine must not decide.
  const work = async (stored: string | null) => {
    const before = process.cpuUsage()
    expect(await passwords.matches('wrong password', stored)).toBe(false)
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const [unknown, known]: [number[], number[]] = [[], []]
  for (let round = 0; round < 9; round += 1) {
    unknown.push(await work(null))
    known.push(await work(hash))
  }
  const median = (values: number[]) => values.sort((a, b) => a - b)[4]!
  const ratio = median(unknown) / median(known)
  expect(ratio).toBeGreaterThan(0.4)
  expect(ratio).toBeLessThan(2.5)
})

test('a hash of another cost is outdated but still matches', async () => {
  const old = await hashWith('correct horse battery', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  expect(passwords.isOutdated(old)).toBe(true)
  expect(await passwords.matches('correct horse battery', old)).toBe(true)
  expect(passwords.isOutdated(await passwords.hash('correct horse battery'))).toBe(false)
})

test('a rush is turned away instead of filling the memory, and the next one is served', async () => {
  const rushed = openPasswords()
  const answers = await Promise.allSettled(Array.from({ length: 70 }, () => rushed.hash('correct horse battery')))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(70 - 54)
  for (const { reason } of refused) expect(reason).toBeInstanceOf(PasswordsBusy)
  await expect(rushed.hash('correct horse battery')).resolves.toContain('$argon2id$')
})

test('an unknown user who came in a rush does not spoil the sign-ins of those who come later', async () => {
  const rushed = openPasswords()
  const rush = Array.from({ length: 60 }, () => rushed.hash('correct horse battery'))
  await expect(rushed.matches('anything', null)).rejects.toBeInstanceOf(PasswordsBusy)
  await Promise.allSettled(rush)
  expect(await rushed.matches('anything', null)).toBe(false)
})

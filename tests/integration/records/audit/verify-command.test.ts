/** `npm run audit:verify`, as an operator types it. */
import { expect, test } from 'vitest'
import { writeEvent } from '#app/kernel/db/audit.server.ts'
import { verifyCommand } from '#scripts/audit/verify-command.ts'
import { openAuditLog } from '#tests/support/audit/audit-log.ts'

test('says that the log is whole, and which entry is wrong and why', async () => {
  await using log = await openAuditLog()
  for (let n = 0; n < 5; n += 1) {
    await log.db.$transaction((tx) => writeEvent(tx, { kind: 'fee_paid', at: new Date(), detail: { n } }))
  }
  expect((await verifyCommand(log.db, [])).said).toContain('6 more wait to be sealed.')
  await log.seal()
  const whole = await verifyCommand(log.db, [])
  expect(whole.isWhole).toBe(true)
  const [, hash] = /^Whole: 7 events, the last with the hash\n([0-9a-f]{64})/.exec(whole.said) ?? []
  expect((await verifyCommand(log.db, ['--head', `7:${hash}`])).isWhole).toBe(true)
  expect(await verifyCommand(log.db, ['--head', `7:${'0'.repeat(64)}`])).toMatchObject({
    isWhole: false,
    said: expect.stringMatching(/^NOT WHOLE: place 7 of 7, event .+other_head/),
  })
  await log.tamper(
    `update "audit_event" set "detail" = '{"n": 7}' where "id" = (select "eventId" from "audit_link" where "seq" = 3)`,
  )
  expect(await verifyCommand(log.db, [])).toMatchObject({
    isWhole: false,
    said: expect.stringMatching(/^NOT WHOLE: place 3 of \d+, event .+not what was sealed there \(changed\)/),
  })
})

test('says how it is used where it is used wrongly', async () => {
  await using log = await openAuditLog()
  await expect(verifyCommand(log.db, ['--head', 'abc'])).rejects.toThrow('npm run audit:verify')
  await expect(verifyCommand(log.db, ['now'])).rejects.toThrow('npm run audit:verify')
})

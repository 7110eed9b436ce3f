/** Every post to the Admin Panel passes the guard that asks for a code. */
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const POSTS = globSync('app/admin/routes/**/*.tsx').filter((file) =>
  readFileSync(file, 'utf8').includes('export async function action'),
)

test('there are pages of the desk that take posts', () => expect(POSTS.length).toBeGreaterThan(4))

test.each(POSTS)('%s comes in through readAdminAction', (file) => {
  expect(readFileSync(file, 'utf8')).toContain('await readAdminAction(request)')
})

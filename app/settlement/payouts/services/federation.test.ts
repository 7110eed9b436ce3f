import { createServer } from 'node:net'
import { describe, expect, it, test } from 'vitest'
import { federationServer, openFederation } from './federation.server.ts'
import { isPublicAddress, NotReadable, type ReadText, readPublicText } from './public-https.server.ts'

const ADDRESS = 'GAPE24RHZ7D3HAKFRDXD32O6WTKHBCPNQ6UKWSEYUWJ4H2K6UXHLLE4Q'
const TOML =
  '# a comment\nNETWORK_PASSPHRASE="x"\nFEDERATION_SERVER = "https://fed.lobstr.co/ask"\n[[CURRENCIES]]\ncode="A"\n'

/** The servers of strangers, by the URL that is requested. */
const serving =
  (texts: Record<string, string>): ReadText =>
  async (url) =>
    texts[url.href] ?? null

const ASKED = 'https://fed.lobstr.co/ask?q=ann*lobstr.co&type=name'
const resolving = (answer: string) =>
  openFederation({ isOn: true }, serving({ 'https://lobstr.co/.well-known/stellar.toml': TOML, [ASKED]: answer }))

describe('a name', () => {
  it('stands for the address that the server of its domain says', async () => {
    const names = resolving(JSON.stringify({ stellar_address: 'ann*lobstr.co', account_id: ADDRESS }))
    expect(await names.resolve('ann*lobstr.co')).toEqual({ address: ADDRESS, memo: null })
  })

  it('may come with a memo, as text or as a number', async () => {
    for (const memo of ['77', 77]) {
      const names = resolving(JSON.stringify({ account_id: ADDRESS, memo_type: 'id', memo }))
      expect(await names.resolve('ann*lobstr.co')).toEqual({ address: ADDRESS, memo: '77' })
    }
  })

  it('is unknown where nobody knows it, and silent where the answer is none', async () => {
    expect(await resolving('{}').resolve('bob*lobstr.co')).toBe('unknown')
    expect(await resolving('{}').resolve('ann*elsewhere.example')).toBe('unknown')
    for (const answer of ['{}', '<html>', '{"account_id":"0x1"}']) {
      expect(await resolving(answer).resolve('ann*lobstr.co')).toBe('silent')
    }
    const away: ReadText = async () => {
      throw new NotReadable('away')
    }
    expect(await openFederation({ isOn: true }, away).resolve('ann*lobstr.co')).toBe('silent')
  })

  it('is not looked up where the setting says so', async () => {
    expect(await openFederation({ isOn: false }).resolve('ann*lobstr.co')).toBe('off')
  })
})

test('the line of a stellar.toml counts before its tables alone', () => {
  expect(federationServer(TOML)?.href).toBe('https://fed.lobstr.co/ask')
  expect(federationServer('[[X]]\nFEDERATION_SERVER="https://a.example"')).toBeNull()
  expect(federationServer('FEDERATION_SERVER="no address"')).toBeNull()
})

test.each([
  ['8.8.8.8', true],
  ['2606:4700:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['fe80::1', false],
  ['2002:7f00:1::', false],
  ['64:ff9b::a00:1', false],
  ['elsewhere', false],
])('is %s on the public internet: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic))

test('machines of ours are never asked, however they are named', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const limits = { signal: AbortSignal.timeout(3_000), maxBytes: 100 }
  const { port } = server.address() as { port: number }
  for (const address of [
    `https://127.0.0.1:${port}/`,
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://localhost/',
    'https://app.localhost/',
    `https://lobstr.co:${port}/`,
    'https://ann:secret@lobstr.co/',
    'http://lobstr.co/',
  ]) {
    await expect(readPublicText(new URL(address), limits), address).rejects.toThrow(NotReadable)
  }
  expect(connections).toBe(0)
  await new Promise((resolve) => server.close(resolve))
})

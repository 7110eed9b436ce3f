/** A certificate for one rehearsal, trusted by this process alone. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { generate } from 'selfsigned'

export type Certificate = { key: string; cert: string; keyFile: string; certFile: string }

export async function makeCertificate(folder: string): Promise<Certificate> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  })
  const [keyFile, certFile] = [join(folder, 'tls.key'), join(folder, 'tls.pem')]
  await writeFile(keyFile, key, { mode: 0o600 })
  await writeFile(certFile, cert)
  setDefaultCACertificates([...getCACertificates('default'), cert])
  return { key, cert, keyFile, certFile }
}

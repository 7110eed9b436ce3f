/** The body of a machine's request, unchanged, because its bytes are signed. Null: larger than `most`, in bytes. */
export async function readText(request: Request, most: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  // The rest is read elsewhere (unread-bodies.server.ts): cancelling would cut the connection before our answer.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

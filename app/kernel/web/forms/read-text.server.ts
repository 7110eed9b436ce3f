/** The body of a machine's request, word for word: a signature is of its bytes. Null when it is larger than `most`, in bytes. */
export async function readText(request: Request, most: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  // What it still sends is taken from the connection elsewhere (unread-bodies.server.ts): to cancel it would cut the
  // connection before our answer is read.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The body of a machine's request, word for word: a signature is of its bytes. Null when it is larger than `most`, in bytes. */
export async function readText(request: Request, most: number): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    // What it still sends is taken from the connection elsewhere (unread-bodies.server.ts).
    if (size > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

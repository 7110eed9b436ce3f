/** The README of an export. In English, for courts and auditors of any country. */

type About = { what: string; made: string; support: string }

export function readMe({ what, made, support }: About): string {
  return `Events of Quayside's audit log
==============================

${what}
Made ${made}.

What is here
  events.ndjson  one event per line: its place in the log (seq), what is shown of it (shown: identity, time, kind, escrow and a
                 hash of the rest), and, where it may be handed over, the rest (body) with its salt
  proof.json     how many events the whole log held when this was made, and one hash (root) that stands for all of them
  check.mjs      checks all of it; it needs Node.js (18 or newer), no network and no access to Quayside

How to check it
  node check.mjs

It says "Good", or which line is wrong and why, and prints the size and the root of the log. Compare these with what you know of
them from elsewhere: an earlier export, Quayside's letters or log files, or another holder of an export. Two exports with the
same size must have the same root. You may also have them compared: node check.mjs SIZE:ROOT

How it is made
  body hash   SHA-256 over the salt (16 bytes) and the body as canonical JSON (RFC 8785)
  event hash  SHA-256 over what is shown of the event, as canonical JSON
  chain       hash of a place = SHA-256 over the hash of the place before it and the event hash; before the first: 32 zero bytes
  tree        the chain's hashes are the leaves of a Merkle tree (RFC 6962): leaf = SHA-256(0x00, hash),
              node = SHA-256(0x01, left, right); "path" leads from a leaf to the root (RFC 9162, 2.1.3)

Whoever shows an event with its path cannot have changed it, or any event before it, since the root was made. Events from before
the log was chained were sealed as they were found; the first event of the log (audit_begun) says when that was, and
audit_found_sealed how many there were.

What it does not say: that an event is true. It says that it was written down, and has been the same since it was sealed.

Questions: ${support}
`
}

import type { Transaction } from '#app/kernel/db/client.server.ts'
import { MEGABYTE } from '#app/kernel/domain/file-kind.ts'
import { type Refusal, refuse } from '#app/kernel/domain/refusal.ts'
import { bytesOfEscrow, bytesOfPerson, countDocuments } from '#app/trade/documents/db/documents.server.ts'
import { SHIPMENT_IMAGE, UPLOAD_LIMITS } from '#app/trade/documents/domain/documents.ts'

type Sent = { type: string; size: number }

const DAY_MS = 24 * 60 * 60_000

/**
 * Checks the limits of the escrow and the person for these documents, of which the `presented` are current. The caller
 * holds the escrow's lock. Refusals: too_many_images, too_many_files, escrow_store_full, person_store_full.
 */
export async function checkRoomInEscrow(
  tx: Transaction,
  { escrowId, userId, files, presented, now }: Asked & { escrowId: string; presented: readonly { type: string }[] },
): Promise<Refusal | null> {
  if (files.length === 0) return null
  const { shipmentImages, escrowFiles, escrowBytes } = UPLOAD_LIMITS
  const images = files.filter(isImage).length
  if (images > 0 && presented.filter(isImage).length + images > shipmentImages) {
    return refuse('too_many_images', { field: SHIPMENT_IMAGE, values: { max: String(shipmentImages) } })
  }
  if ((await countDocuments(tx, escrowId)) + files.length > escrowFiles) {
    return refuse('too_many_files', { values: { max: String(escrowFiles) } })
  }
  if ((await bytesOfEscrow(tx, escrowId)) + bytesOf(files) > escrowBytes) {
    return refuse('escrow_store_full', { values: { max: megabytes(escrowBytes) } })
  }
  return checkRoomOfPerson(tx, { userId, files, now })
}

type Asked = { userId: string; files: readonly Sent[]; now: Date }

/** Checks the person's storage quota. Refusal: person_store_full. */
export async function checkRoomOfPerson(tx: Transaction, { userId, files, now }: Asked): Promise<Refusal | null> {
  const { personBytes, personDays } = UPLOAD_LIMITS
  const since = new Date(now.getTime() - personDays * DAY_MS)
  if ((await bytesOfPerson(tx, { userId, since })) + bytesOf(files) <= personBytes) return null
  return refuse('person_store_full', { values: { max: megabytes(personBytes), days: String(personDays) } })
}

const isImage = ({ type }: { type: string }) => type === SHIPMENT_IMAGE
const bytesOf = (files: readonly Sent[]) => files.reduce((sum, { size }) => sum + size, 0)
const megabytes = (bytes: number) => String(bytes / MEGABYTE)

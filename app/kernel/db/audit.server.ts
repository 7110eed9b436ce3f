/** The audit log: what happened, by whom, when; written in the transaction of the change itself. */

import { Prisma } from '#app/kernel/db/generated/client.ts'
import { type AuditEventKind, ESCROW_EVENTS } from '#app/kernel/domain/audit-events.ts'
import type { Database, Transaction } from './client.server.ts'

export type NewEvent = {
  kind: AuditEventKind
  at: Date
  escrowId?: string
  userId?: string
  detail?: Prisma.InputJsonObject
}

export async function writeEvent(tx: Transaction, event: NewEvent): Promise<void> {
  await tx.auditEvent.create({
    data: {
      kind: event.kind,
      at: event.at,
      escrowId: event.escrowId ?? null,
      userId: event.userId ?? null,
      detail: event.detail ?? {},
    },
    select: { id: true },
  })
}

/** With the whole detail: the view decides who may read which part of it. */
export type StoredEvent = { id: string; kind: string; at: Date; detail: Record<string, unknown> }

/** Acts of people and decisions of the record, and apart from them payments, of which anybody can send any number. */
const MOST_ACTS = 200
const MOST_PAYMENTS = 20

/**
 * Returns the events of an escrow, newest first, for its parties, who do not see when an operator read it. `isAll`:
 * nothing earlier is left out. Any number of payments displaces no other event.
 */
export async function findEvents(db: Database, escrowId: string): Promise<{ events: StoredEvent[]; isAll: boolean }> {
  const acts = ESCROW_EVENTS.filter((kind) => kind !== 'payment_seen')
  const newest = (kinds: readonly string[], most: number) => Prisma.sql`
    (select "id"::text as "id", "kind", "at", "detail" from "audit_event"
    where "escrowId" = ${escrowId}::uuid and "kind" = any(${[...kinds]}::text[])
    order by "audit_event"."at" desc, "audit_event"."id" desc limit ${most + 1})`
  const rows = await db.$queryRaw<StoredEvent[]>`
    ${newest(acts, MOST_ACTS)} union all ${newest(['payment_seen'], MOST_PAYMENTS)} order by "at" desc, "id" desc`
  const isOf = (row: StoredEvent) => (row.kind === 'payment_seen' ? 'payments' : 'acts')
  const left = { acts: MOST_ACTS, payments: MOST_PAYMENTS }
  const events = rows.filter((row) => {
    left[isOf(row)] -= 1
    return left[isOf(row)] >= 0
  })
  return { events, isAll: events.length === rows.length }
}

export async function countEventsSince(
  db: Database | Transaction,
  event: { kind: AuditEventKind; escrowId: string; since: Date },
): Promise<number> {
  const { kind, escrowId, since } = event
  return db.auditEvent.count({ where: { kind, escrowId, at: { gte: since } } })
}

/** Has this operator read that person's account since then? The query matches the index audit_event_person_viewed. */
export async function hasViewedSince(
  db: Database,
  view: { subject: string; operatorId: string; since: Date },
): Promise<boolean> {
  const { subject, operatorId, since } = view
  const rows = await db.$queryRaw<unknown[]>`
    select 1 from "audit_event" where "kind" = 'person_viewed' and "detail"->>'subject' = ${subject}
      and "userId" = ${operatorId}::uuid and "at" >= ${since} limit 1`
  return rows.length > 0
}

export async function hasEventSince(
  db: Database,
  event: { kind: AuditEventKind; escrowId: string; userId: string; since: Date },
): Promise<boolean> {
  const { kind, escrowId, userId, since } = event
  const row = await db.auditEvent.findFirst({
    where: { kind, escrowId, userId, at: { gte: since } },
    select: { id: true },
  })
  return row !== null
}

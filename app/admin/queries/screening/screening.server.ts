/** Sanctions matches, word by word, and the state of the lists. */
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { Database } from '#app/kernel/db/client.server.ts'
import { type ListPage, type ListPlace, readPage } from '#app/kernel/domain/paging/list-place.ts'
import { looksLikeRowId } from '#app/kernel/domain/row-id.ts'
import { entryDetail } from '#app/screening/db/entries.server.ts'
import { findListStates } from '#app/screening/db/lists.server.ts'
import { findOwnEntries } from '#app/screening/db/own-list.server.ts'
import { findRefusedWallets } from '#app/screening/db/refused-wallets.server.ts'
import {
  findPeopleByIds,
  findResellersBySubject,
  findReview,
  findReviews,
  findReviewsOf,
  type StoredReview,
  type SubjectPerson,
} from '#app/screening/db/reviews.server.ts'
import { compareFacts, type FactPair } from '#app/screening/domain/facts/compare-facts.ts'
import { LIST_NAMES, SANCTIONS_LISTS, type SanctionsListName } from '#app/screening/domain/listed-entry.ts'
import type { WordPair } from '#app/screening/domain/names/score-name.ts'
import {
  type AskedDetail,
  REVIEW_ACTS,
  type ReviewAct,
  type ReviewBy,
  type ReviewState,
  resultOf,
} from '#app/screening/domain/review.ts'
import { ROWS_PER_PAGE } from '../admin-page.ts'

export type ReviewView = {
  id: string
  by: ReviewBy
  state: ReviewState
  percent: number
  openedAt: string
  typed: string
  listed: string
  words: WordPair[]
  /** What else was compared when the match was found. */
  facts: FactPair[]
  /** The same with what is known now; empty where nothing has changed. */
  factsNow: FactPair[]
  /** Null: a wallet that belongs to nobody here. */
  person: {
    /** Their page in the Admin Panel: of an account, or of a reseller. */
    page: string
    name: string
    email: string
    nativeName: string | null
    company: string | null
    country: string | null
    born: string | null
  } | null
  entry: z.infer<typeof entryDetail> & {
    /** Null: the operators' own list. */
    list: string | null
    sourceId: string
    publishedAt: string | null
    readAt: string
    isGone: boolean
  }
  wanted: { act: 'false_match' | 'true_match'; by: string; reason: string; isOwn: boolean } | null
  /** `asked`: which details the person is asked for. */
  decided: { by: string; reason: string; at: string; asked: AskedDetail[] } | null
  /** What this operator may do. */
  acts: ReviewAct[]
}

/** `address`: where the file in force was read. */
export type ListView = {
  name: string
  readAt: string | null
  entries: number | null
  address: string | null
  failingSince: string | null
  /** The newest file was too short to be accepted. */
  isRefused: boolean
}

/** A page of open matches, oldest first, or of decided ones, newest first, with this operator's options. */
export async function loadReviews(
  db: Database,
  { isOpen, place, operatorId }: { isOpen: boolean; place: ListPlace | null; operatorId: string },
): Promise<ListPage<ReviewView>> {
  const { rows, ...page } = await readPage({
    place,
    size: ROWS_PER_PAGE,
    find: (slice) => findReviews(db, { ...slice, isOpen }),
    placeOf: ({ id, openedAt, decidedAt }) => ({ at: isOpen ? openedAt : (decidedAt ?? openedAt), id }),
  })
  return { ...page, rows: await showAll(db, rows, operatorId) }
}

/** All lists, also those never read. */
export async function loadLists(db: Database): Promise<ListView[]> {
  const states = await findListStates(db)
  return SANCTIONS_LISTS.map((list) => {
    const state = states.find((known) => known.list === list)
    return {
      name: LIST_NAMES[list],
      readAt: state?.lastGoodAt?.toISOString() ?? null,
      entries: state?.snapshot?.parsedCount ?? null,
      address: state?.snapshot?.address ?? null,
      failingSince: state?.failingSince?.toISOString() ?? null,
      isRefused: (state?.refused ?? null) !== null,
    }
  })
}

/** Null: not found. */
export async function loadReview(
  db: Database,
  { reviewId, operatorId }: { reviewId: string; operatorId: string },
): Promise<ReviewView | null> {
  const row = looksLikeRowId(reviewId) ? await findReview(db, reviewId) : null
  const [review] = row ? await showAll(db, [row], operatorId) : []
  return review ?? null
}

/** A match as a person's page shows it, with a link. */
export type ReviewInShort = Pick<ReviewView, 'id' | 'by' | 'state' | 'typed' | 'listed' | 'openedAt'> & {
  /** Null: the operators' own list. */
  list: string | null
  decidedAt: string | null
}

/** Matches of a person and of their wallets, newest first. */
export async function loadReviewsOf(db: Database, personId: string): Promise<ReviewInShort[]> {
  const rows = await findReviewsOf(db, personId)
  return rows.map(({ id, by, state, typed, listed, openedAt, decidedAt, entry }) => ({
    id,
    by: by as ReviewBy,
    state: state as ReviewState,
    typed,
    listed,
    list: LIST_NAMES[entry.list as SanctionsListName] ?? null,
    openedAt: openedAt.toISOString(),
    decidedAt: decidedAt?.toISOString() ?? null,
  }))
}

async function showAll(db: Database, rows: readonly StoredReview[], operatorId: string): Promise<ReviewView[]> {
  const ids = rows.flatMap(({ personId, wantedById, decidedById }) => [
    ...(personId ? [personId] : []),
    ...(wantedById ? [wantedById] : []),
    ...(decidedById ? [decidedById] : []),
  ])
  const resellers = await findResellersBySubject(
    db,
    rows.map(({ subject }) => subject),
  )
  const people = new Map([...(await findPeopleByIds(db, ids)), ...resellers])
  return rows.map((row) => show(row, people, operatorId))
}

function show(row: StoredReview, people: ReadonlyMap<string, SubjectPerson>, operatorId: string): ReviewView {
  const { id, typed, listed, openedAt, entry, wantedById, decidedAt } = row
  const [by, state] = [row.by as ReviewBy, row.state as ReviewState]
  const wanted = row.wanted as 'false_match' | 'true_match' | null
  const person = people.get(row.personId ?? row.subject)
  const nameOf = (who: string | null) => (who && people.get(who)?.name) || ''
  return {
    id,
    by,
    state,
    typed,
    listed,
    percent: Math.round(row.score.toNumber() * 100),
    openedAt: openedAt.toISOString(),
    words: row.words as unknown as WordPair[],
    ...factsOf(row, person),
    person: person
      ? {
          page: `/admin-panel/${row.personId === null ? 'resellers' : 'people'}/${person.id}`,
          name: person.name,
          email: person.email,
          nativeName: person.detail?.nativeName ?? null,
          company: person.detail?.company ?? null,
          country: person.detail?.country ?? null,
          born: person.detail?.birthDate?.toISOString().slice(0, 10) ?? null,
        }
      : null,
    entry: {
      ...entryDetail.parse(entry.detail),
      list: LIST_NAMES[entry.list as SanctionsListName] ?? null,
      sourceId: entry.sourceId,
      // Some lists are dated to the millisecond.
      publishedAt: entry.snapshot?.publishedAt?.replace(/T\d.*$/, '') ?? null,
      readAt: (entry.snapshot?.fetchedAt ?? entry.since).toISOString(),
      isGone: entry.endedAt !== null,
    },
    wanted: wanted && {
      act: wanted,
      by: nameOf(wantedById),
      reason: row.wantedReason ?? '',
      isOwn: wantedById === operatorId,
    },
    decided: decidedAt && {
      by: nameOf(row.decidedById),
      reason: row.reason ?? '',
      at: decidedAt.toISOString(),
      asked: row.asked,
    },
    acts: REVIEW_ACTS.filter(
      (act) => typeof resultOf({ by, state, wanted, wantedById }, { act, operatorId }) === 'object',
    ),
  }
}

/** People add details when asked: these are shown beside what was known when the match was found. */
function factsOf({ by, facts, entry }: StoredReview, person: SubjectPerson | undefined) {
  const found = facts as unknown as FactPair[]
  const { birthDate = null, country = null } = person?.detail ?? {}
  const said = { born: birthDate?.toISOString().slice(0, 10) ?? null, country }
  // Numbers come from receipts and from the name, which do not change when somebody is asked.
  const numbers = found.filter(({ fact }) => fact === 'number')
  const now =
    by === 'name' ? [...compareFacts({ ...said, numbers: [] }, entryDetail.parse(entry.detail)), ...numbers] : []
  return { facts: found, factsNow: isDeepStrictEqual(now, found) ? [] : now }
}

export type RefusedWallet = { id: string; person: string; page: string; address: string; at: string }

const MOST_REFUSED = 20

/** Listed wallets that somebody stated and that were refused, newest first (docs/decisions/119). */
export async function loadRefusedWallets(db: Database): Promise<RefusedWallet[]> {
  const rows = await findRefusedWallets(db, MOST_REFUSED)
  return rows.map(({ id, userId, name, address, at }) => {
    return { id, person: name, page: `/admin-panel/people/${userId}`, address, at: at.toISOString() }
  })
}

export type OwnEntry = { sourceId: string; name: string; wallet: string; reason: string; by: string; since: string }

/** The operators' own entries, newest first. */
export async function loadOwnList(db: Database): Promise<OwnEntry[]> {
  const entries = await findOwnEntries(db)
  const people = await findPeopleByIds(
    db,
    entries.flatMap(({ madeById }) => madeById ?? []),
  )
  return entries.map(({ sourceId, names, wallets, remarks, madeById, since }) => ({
    sourceId,
    name: names[0]?.text ?? '',
    wallet: wallets[0]?.address ?? '',
    reason: remarks ?? '',
    by: people.get(madeById ?? '')?.name ?? '',
    since: since.toISOString(),
  }))
}

/** Contract and shipment documents: which are accepted, who may open them, until when they can change. */

import { APPROVALS, canChangeDocuments } from '#app/escrow/domain/escrow.ts'
import { MOST_VIEW_LINKS, VIEW_LINK_LIFE_MS } from '#app/escrow/domain/view-link.ts'
import { FILE_DEFECTS } from '#app/kernel/domain/file-kind.ts'
import { AUDIENCES } from '#app/records/audit/domain/audience.ts'
import { DISCREPANCIES } from '#app/trade/documents/domain/discrepancy-notice.ts'
import {
  CONTRACT_KINDS,
  DOCUMENT_KINDS,
  PRESENTED_TYPES,
  UPLOAD_LIMITS,
} from '#app/trade/documents/domain/documents.ts'
import type { Subject } from '../claim.ts'

const facts = (approval: (typeof APPROVALS)[number]) => ({
  verifiedAt: null,
  confirmedAt: null,
  approval,
  releasedAt: null,
  releaseState: null,
  refundState: null,
  cancelledAt: null,
  refundAskedAt: null,
  disputedAt: null,
})

export const documents: Subject = {
  title: 'Contract and documents',
  rules: {
    files: {
      home: 'app/trade/documents/domain/documents.ts',
      value: () => [CONTRACT_KINDS, DOCUMENT_KINDS, PRESENTED_TYPES, UPLOAD_LIMITS],
    },
    unreadable_papers: { home: 'app/kernel/domain/file-kind.ts', value: () => FILE_DEFECTS },
    fixed_papers: {
      home: 'app/escrow/domain/escrow.ts',
      value: () => APPROVALS.map((approval) => [approval, canChangeDocuments(facts(approval))]),
    },
    discrepancies: { home: 'app/trade/documents/domain/discrepancy-notice.ts', value: () => DISCREPANCIES },
    view_link: { home: 'app/escrow/domain/view-link.ts', value: () => [VIEW_LINK_LIFE_MS, MOST_VIEW_LINKS] },
    audience: { home: 'app/records/audit/domain/audience.ts', value: () => AUDIENCES },
  },
  claims: [
    {
      id: 'unreadable-does-not-count',
      says: 'Documents that cannot be read do not count as presented until they are replaced or the buyer accepts them; no date stops for them, and none begins.',
      texts: [
        'common:examination.unreadable.*',
        'common:examination.letter.unreadable.*',
        'common:examination.letter.taken_as_is.*',
        'common:ui.document.trouble.*',
        'common:refusal.file_needs_password',
        'common:refusal.file_damaged',
      ],
      rules: ['unreadable_papers'],
      tests: [
        'app/trade/documents/services/readable.test.ts',
        'tests/integration/trade/documents/unreadable-papers.test.ts',
      ],
    },
    {
      id: 'who-opens-documents',
      says: 'Contract and documents are opened by the two parties and our operator, and by whoever has a link that a party made for them.',
      texts: [
        'legal:privacy.sections.2.*',
        'legal:privacy.sections.6.*',
        'legal:terms.sections.8.*',
        'faq:groups.5.items.1.*',
        'common:viewLink.*',
      ],
      rules: ['view_link', 'audience'],
      tests: [
        'tests/integration/records/statement/view-links.test.ts',
        'tests/integration/trade/documents/escrow-documents.test.ts',
      ],
    },
    {
      id: 'approved-papers-stay',
      says: 'Documents cannot be changed or deleted after the approval; each is shown with its SHA-256.',
      texts: ['legal:terms.sections.8.*', 'common:escrow.documents.*', 'common:preview.*'],
      rules: ['fixed_papers'],
      tests: ['tests/integration/trade/documents/replaced-documents.test.ts', 'app/escrow/domain/escrow.test.ts'],
    },
    {
      id: 'what-is-taken',
      says: 'Contracts and documents are taken in the kinds and sizes that the form names; what the contract asks for is for the parties to agree.',
      texts: ['faq:groups.3.items.0.*', 'instructions:*', 'common:submit.chooseAgain'],
      rules: ['files', 'discrepancies'],
      tests: ['app/trade/documents/domain/documents.test.ts', 'tests/integration/trade/documents/uploads.test.ts'],
    },
  ],
}

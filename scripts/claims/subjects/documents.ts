/** Contract and shipment documents: what is taken, who opens it, until when it can be changed. */

import { AUDIENCES } from '#app/domain/audit/audience.ts'
import { CONTRACT_KINDS, DOCUMENT_KINDS, PRESENTED_TYPES, UPLOAD_LIMITS } from '#app/domain/documents/documents.ts'
import { DISCREPANCIES } from '#app/domain/documents/notice.ts'
import { APPROVALS, canChangeDocuments } from '#app/domain/escrow/escrow.ts'
import { MOST_VIEW_LINKS, VIEW_LINK_LIFE_MS } from '#app/domain/escrow/view-link.ts'
import { FILE_TROUBLES } from '#app/domain/kernel/file-kind.ts'
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
      home: 'app/domain/documents/documents.ts',
      value: () => [CONTRACT_KINDS, DOCUMENT_KINDS, PRESENTED_TYPES, UPLOAD_LIMITS],
    },
    unreadable_papers: { home: 'app/domain/kernel/file-kind.ts', value: () => FILE_TROUBLES },
    fixed_papers: {
      home: 'app/domain/escrow/escrow.ts',
      value: () => APPROVALS.map((approval) => [approval, canChangeDocuments(facts(approval))]),
    },
    discrepancies: { home: 'app/domain/documents/notice.ts', value: () => DISCREPANCIES },
    view_link: { home: 'app/domain/escrow/view-link.ts', value: () => [VIEW_LINK_LIFE_MS, MOST_VIEW_LINKS] },
    audience: { home: 'app/domain/audit/audience.ts', value: () => AUDIENCES },
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
      tests: ['app/services/documents/readable.test.ts', 'tests/integration/documents/unreadable-papers.test.ts'],
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
      tests: ['tests/integration/statement/view-links.test.ts', 'tests/integration/documents/escrow-documents.test.ts'],
    },
    {
      id: 'approved-papers-stay',
      says: 'Documents cannot be changed or deleted after the approval; each is shown with its SHA-256.',
      texts: ['legal:terms.sections.8.*', 'common:escrow.documents.*', 'common:preview.*'],
      rules: ['fixed_papers'],
      tests: ['tests/integration/documents/replaced-documents.test.ts', 'app/domain/escrow/escrow.test.ts'],
    },
    {
      id: 'what-is-taken',
      says: 'Contracts and documents are taken in the kinds and sizes that the form names; what the contract asks for is for the parties to agree.',
      texts: ['faq:groups.3.items.0.*', 'instructions:*', 'common:submit.chooseAgain'],
      rules: ['files', 'discrepancies'],
      tests: ['app/domain/documents/documents.test.ts', 'tests/integration/documents/uploads.test.ts'],
    },
  ],
}

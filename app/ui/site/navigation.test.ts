import { describe, expect, it } from 'vitest'
import type { Viewer } from '#app/domain/accounts/viewer.ts'
import { navigationFor } from './navigation.ts'

const viewer = (role: Viewer['role'], canSubmit = false): Viewer => ({
  id: '1',
  name: 'Marisol',
  email: 'marisol@example.com',
  hasConfirmedEmail: true,
  role,
  hasPaid: canSubmit,
  canSubmit,
  canLookUp: canSubmit,
})
const places = (person: Viewer | null) => navigationFor(person).map((link) => link.to)

describe('the menu', () => {
  it('shows a visitor what is public', () => {
    expect(places(null)).toEqual(['/freight-forwarders', '/instructions', '/faq', '/contact'])
  })

  it('leads a buyer who may submit to the form, and one who may not to the fee', () => {
    expect(places(viewer('buyer', true))).toEqual(['/dashboard', '/submit', '/transaction-lookup'])
    expect(places(viewer('buyer'))).toEqual(['/dashboard', '/payment', '/transaction-lookup'])
  })

  it('shows a seller the confirmation and nothing of the buyer’s', () => {
    expect(places(viewer('seller'))).toEqual(['/dashboard', '/seller-confirm'])
  })

  it('shows the operator the panel', () => {
    expect(places(viewer('admin'))).toEqual(['/admin-panel'])
  })

  it('shows somebody without a role no page of a role', () => {
    expect(places(viewer(null))).not.toContain('/submit')
    expect(places(viewer(null))).not.toContain('/seller-confirm')
  })
})

import { describe, expect, it } from 'vitest'
import type { Viewer } from '#app/accounts/domain/viewer.ts'
import { navigationFor, phoneMenuFor } from './navigation.ts'

const viewer = (role: Viewer['role'], canSubmit = false): Viewer => ({
  id: '1',
  name: 'Marisol',
  email: 'marisol@example.com',
  hasConfirmedEmail: true,
  hasSecondFactor: false,
  stillUntil: null,
  unreachedSince: null,
  role,
  hasPaid: canSubmit,
  feeStanding: canSubmit ? 'for_good' : 'unpaid',
  trialCredits: 0,
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

  it.each(['buyer', 'seller', 'admin', null] as const)(
    'leads a %s to help and to the own account on the phone',
    (role) => {
      const menu = phoneMenuFor(viewer(role)).map(({ to }) => to)
      expect(menu).toEqual(
        expect.arrayContaining(['/instructions', '/faq', '/contact', '/settings', ...places(viewer(role))]),
      )
      expect(new Set(menu).size).toBe(menu.length)
    },
  )

  it('shows a visitor no account', () => {
    expect(phoneMenuFor(null).map(({ to }) => to)).toEqual([...places(null), '/wallets'])
  })

  it('shows somebody without a role no page of a role', () => {
    expect(places(viewer(null))).not.toContain('/submit')
    expect(places(viewer(null))).not.toContain('/seller-confirm')
  })
})

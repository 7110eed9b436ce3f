/** The kinds of operation that the local ledger supports. Anything else is refused as opNOT_SUPPORTED. */
import type { xdr } from '@stellar/stellar-sdk'
import type { Party } from '#harbour/horizon/engine/parties.ts'
import { accountMergeRules } from './account-merge.ts'
import { bumpSequenceRules } from './bump-sequence.ts'
import { changeTrustRules } from './change-trust.ts'
import { claimClaimableBalanceRules } from './claim-claimable-balance.ts'
import { createAccountRules } from './create-account.ts'
import { createClaimableBalanceRules } from './create-claimable-balance.ts'
import { clawbackBalanceRules, clawbackRules } from './issuer/clawback.ts'
import { allowTrustRules, setTrustLineFlagsRules } from './issuer/trust-flags.ts'
import { manageDataRules } from './manage-data.ts'
import { pathPaymentStrictReceiveRules, pathPaymentStrictSendRules } from './path-payment.ts'
import { paymentRules } from './payment.ts'
import { revokeSponsorshipRules } from './revoke-sponsorship.ts'
import type { OperationRules } from './rules.ts'
import { setOptionsRules } from './set-options.ts'
import { beginSponsoringRules, endSponsoringRules } from './sponsoring.ts'

/** Null: the local ledger does not support the operation. */
export function rulesOf({ body }: xdr.Operation, source: Party): OperationRules | null {
  switch (body.type) {
    case 'createAccount':
      return createAccountRules(body.createAccountOp, source)
    case 'payment':
      return paymentRules(body.paymentOp, source)
    case 'pathPaymentStrictSend':
      return pathPaymentStrictSendRules(body.pathPaymentStrictSendOp, source)
    case 'pathPaymentStrictReceive':
      return pathPaymentStrictReceiveRules(body.pathPaymentStrictReceiveOp, source)
    case 'accountMerge':
      return accountMergeRules(body.destination, source)
    case 'changeTrust':
      return changeTrustRules(body.changeTrustOp, source)
    case 'setOptions':
      return setOptionsRules(body.setOptionsOp, source)
    case 'manageData':
      return manageDataRules(body.manageDataOp, source)
    case 'createClaimableBalance':
      return createClaimableBalanceRules(body.createClaimableBalanceOp, source)
    case 'claimClaimableBalance':
      return claimClaimableBalanceRules(body.claimClaimableBalanceOp, source)
    case 'bumpSequence':
      return bumpSequenceRules(body.bumpSequenceOp, source)
    case 'setTrustLineFlags':
      return setTrustLineFlagsRules(body.setTrustLineFlagsOp, source)
    case 'allowTrust':
      return allowTrustRules(body.allowTrustOp, source)
    case 'clawback':
      return clawbackRules(body.clawbackOp, source)
    case 'clawbackClaimableBalance':
      return clawbackBalanceRules(body.clawbackClaimableBalanceOp, source)
    case 'beginSponsoringFutureReserves':
      return beginSponsoringRules(body.beginSponsoringFutureReservesOp, source)
    case 'endSponsoringFutureReserves':
      return endSponsoringRules(source)
    case 'revokeSponsorship':
      return revokeSponsorshipRules(body.revokeSponsorshipOp, source)
    default:
      return null
  }
}

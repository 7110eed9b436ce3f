/** Accounts of two signatures on Stellar: the common contract. What is this ledger's own stands beside it. */
import { describeHolding } from './held-contract.ts'
import { openStellarGround } from './stellar-ground.ts'

describeHolding('Stellar (XLM)', () => openStellarGround('XLM'))
describeHolding('Stellar (USDC)', () => openStellarGround('USDC'))

import { openBrowser } from '/work/main/tests/support/browser.ts'
import { walletOf } from '/work/main/tests/support/people.ts'
import pg from 'pg'
const APP='http://127.0.0.1:4310', H='http://127.0.0.1:4320'
const db=new pg.Pool({connectionString:process.env.DBURL})
const shot = (p:any,n:string)=>p.screenshot({path:`/tmp/buyer/shots/${n}.png`,fullPage:true})
await using b = await openBrowser()
const pay=async(o:any)=>{const r=await fetch(H+'/api/pay',{method:'POST',headers:{'Content-Type':'application/json'},body:JSON.stringify({from:'buyer',...o})});return r.json()}
let b0:any; const visit=async(js=true)=>(b0=await b.newPage({javaScript:js,viewport:{width:1280,height:900}}))
const login=async(page:any,email:string)=>{await page.goto(APP+'/login');await page.fill('#email',email);await page.fill('#password','quiet harbour lantern');await page.locator('main button').click();await page.waitForURL((u:any)=>u.pathname!=='/login');console.log(email,'→',page.url())}
try{
 { const {page,complaints}=await visit(); await page.goto(APP+'/register?pilot=freight'); await shot(page,'w2-pilot'); console.log('pilot note', await page.locator('.note').allTextContents())
   await login(page,'unpaid.buyer@demo.example'); await page.goto(APP+'/payment?ref=nope'); if(!(await page.locator('#amountUsd').isVisible())) await page.locator('.order summary').click(); await page.fill('#amountUsd',String(5000+Date.now()%1000)); await page.selectOption('#asset','USDC'); await page.getByRole('button',{name:'Show the fee'}).click(); await page.waitForTimeout(800); await page.waitForSelector('.pay'); await page.waitForTimeout(300); console.log(await page.locator('.order summary').textContent(), '|', (await page.locator('aside .facts').allTextContents()).join('|')); await shot(page,'w2-usdc')
   const memo=(await page.locator('.memo').first().textContent())!, to=(await page.locator('.code--acct').first().textContent())!.trim()
   await pay({asset:'XLM',to,amount:'3',memo}); await page.locator('.note--danger').waitFor(); console.log('wrong asset:', await page.locator('.note--danger').textContent()); await shot(page,'w2-wrong')
   await pay({asset:'USDC',to,amount:'40',memo}); await page.locator('.note').filter({hasText:'still due'}).waitFor()
   await db.query(`update fee_quote set "lockedAt"=now()-interval '16 min', "expiresAt"=now()-interval '1 min' where reference=$1`,[Number(memo)])
   await page.getByRole('button',{name:'Refresh the price'}).waitFor(); await shot(page,'w2-expired'); console.log('expired:', (await page.locator('.stack').textContent()))
   await page.getByRole('button',{name:'Refresh the price'}).click(); await page.locator('.memo').waitFor(); console.log('memo kept', memo===await page.locator('.memo').textContent())
   console.log(complaints); await page.context().close() }
 { const {page,complaints}=await visit(); await login(page,'pilot.buyer@demo.example'); await page.goto(APP+'/submit'); await page.selectOption('#currency','USDC'); await page.fill('#amount','12.34'); await page.fill('#walletAddress',walletOf('USDC','seller')); await page.check('input[value=manual]')
   const memo=(await page.locator('.memo').first().textContent())!, to=(await page.locator('.only--usdc .code--acct').first().textContent())!.trim()
   const r=await pay({asset:'USDC',to,amount:'12.34',memo}); console.log(r.hashes)
   await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForTimeout(600); console.log(await page.locator('.problem li').allTextContents())
   await page.fill('#txid',r.hashes[0]); await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForURL('**opened=*'); console.log(page.url()); await page.getByText('Transaction submitted and verified.').first().waitFor({timeout:20000}); await shot(page,'w2-manual')
   await page.goto(APP+'/submit'); console.log('pilot spent, /submit →', page.url()); console.log(complaints); await page.context().close() }
 { const {page,complaints}=await visit(); await login(page,'paid.buyer@demo.example'); await page.goto(APP+'/submit'); await page.fill('#amount','5'); await page.fill('#walletAddress',walletOf('XLM','seller')); await page.fill('#buyerWalletAddress','r123'); await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForTimeout(600); console.log(await page.locator('.problem li').allTextContents())
   await page.fill('#buyerWalletAddress',''); await page.setInputFiles('#contract',{name:'big.pdf',mimeType:'application/pdf',buffer:Buffer.concat([Buffer.from('%PDF-1.4\n'),Buffer.alloc(21*1000*1000)])}); await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForSelector('.problem'); await page.waitForTimeout(1500); console.log('21MB', await page.locator('.problem li').allTextContents())
   await page.setInputFiles('#contract',{name:'big.pdf',mimeType:'application/pdf',buffer:Buffer.concat([Buffer.from('%PDF-1.4\n'),Buffer.alloc(45*1000*1000)])}); await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForTimeout(4000); console.log('45MB', await page.locator('.problem li').allTextContents(), (await page.locator('h1').textContent())); await shot(page,'w2-big'); await page.goto(APP+'/submit');
   await page.fill('#amount','5'); await page.fill('#walletAddress',walletOf('XLM','seller')); await page.getByRole('button',{name:'Submit Transaction'}).click(); await page.waitForURL('**opened=*'); const t0=Date.now(); const url=page.url()
   await page.getByText('Transaction submitted (awaiting chain match).').waitFor({timeout:90000}); console.log('awaiting after', Date.now()-t0); await shot(page,'w2-awaiting'); console.log(complaints)
   const s=await visit(); await login(s.page,'seller@demo.example'); const res=await s.page.goto(url); console.log('seller opens →', s.page.url(), res?.status()); await s.page.goto(APP+'/submit'); console.log('seller /submit →', s.page.url()); await s.page.goto(APP+'/register'); console.log('seller /register →', s.page.url()); await s.page.goto(APP+'/logout'); console.log('GET logout →', s.page.url(), await s.page.locator('.who').count()) }
 { const {page}=await visit(); await page.goto(APP+'/login'); for(let i=0;i<9;i++){ await page.fill('#email','x@y.zz'); await page.fill('#password','n'); await page.locator('main button').click(); await page.waitForTimeout(350)} console.log(await page.locator('.problem li').allTextContents(), await page.inputValue('#email')) }
 const r=await fetch(APP+'/login',{method:'POST',headers:{Origin:'http://evil.example','Content-Type':'application/x-www-form-urlencoded'},body:'email=a'}); console.log('foreign origin', r.status)
 const r2=await fetch(APP+'/submit',{redirect:'manual'}); console.log('visitor submit', r2.status)
}catch(e){console.log('FAILED',e); const p=b0.page; await shot(p,'w2-failed'); console.log(p.url(), await p.textContent('main'), b0.complaints)}
await db.end()

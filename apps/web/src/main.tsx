import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app.tsx'
import { Providers } from './app/providers.tsx'
import { makeRouter } from './app/router.tsx'
import { startTexts } from './lib/texts/texts.tsx'
import { keepDrops } from './lib/files/dropped-pdfs.ts'
import './ui/theme/theme.css'

keepDrops()
const element = document.getElementById('root')
if (element === null) throw new Error('The page has no #root')

const language = await startTexts()
const router = makeRouter()

createRoot(element).render(
  <StrictMode>
    <Providers language={language}>
      <App router={router} />
    </Providers>
  </StrictMode>,
)

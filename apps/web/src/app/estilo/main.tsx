import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { startTexts, TextsProvider } from '../../lib/texts/texts.tsx'
import { startColorMode } from '../../ui/theme/color-mode.ts'
import '../../ui/theme/theme.css'
import { StylePage } from './style-page.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('estilo.html has no #root')

startColorMode()
const initial = await startTexts()
createRoot(root).render(
  <StrictMode>
    <TextsProvider initial={initial}>
      <StylePage />
    </TextsProvider>
  </StrictMode>,
)

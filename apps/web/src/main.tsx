import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadInitialTexts, TextsProvider } from './i18n/texts.tsx'
import './ui/theme/theme.css'
import { startColorMode } from './ui/theme/color-mode.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no #root')

startColorMode()
const initial = await loadInitialTexts()
createRoot(root).render(
  <StrictMode>
    <TextsProvider initial={initial}>{null}</TextsProvider>
  </StrictMode>,
)

import { useState } from 'react'

/** Snapping: grid spacing in points (0 without a grid), and other fields. */
export type SnapSettings = { grid: number; neighbours: boolean }

const name = 'foja-editor-snap'
const usual: SnapSettings = { grid: 0, neighbours: true }

function read(): SnapSettings {
  try {
    const { grid, neighbours } = JSON.parse(localStorage.getItem(name) ?? '{}') as Partial<SnapSettings>
    return { grid: grid === 5 || grid === 10 ? grid : usual.grid, neighbours: neighbours ?? usual.neighbours }
  } catch {
    return usual
  }
}

/** The user's settings in this browser. */
export function useSnapSettings() {
  const [snap, setSnap] = useState(read)
  const keep = (next: SnapSettings) => {
    setSnap(next)
    try {
      localStorage.setItem(name, JSON.stringify(next))
    } catch {
      // Storage is unavailable: the setting lasts for this visit.
    }
  }
  return [snap, keep] as const
}

import './editor.css'

/** On touch devices every control inside is 44 px high, and icon buttons also as wide. Switches already are. */
export const touchRoom = 'touch-room'

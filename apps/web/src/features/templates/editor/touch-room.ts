import './editor.css'

/** For fingers every control within is 44 px high, and one that shows an icon alone as wide. Switches have it already. */
export const touchRoom = 'touch-room'

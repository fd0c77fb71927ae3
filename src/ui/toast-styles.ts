/**
 * The style element of the toast library, with the id that the library looks for. Without it the library would make one through
 * `innerHTML`, which the Content-Security-Policy refuses. The library writes into the text node inside.
 */
const styles = Object.assign(document.createElement('style'), { id: '_goober' })
styles.append(' ')
document.head.append(styles)

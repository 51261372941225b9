/** The elements that the browser shows in place of texts. */
const standIns = new WeakMap<Node, Node>()

/**
 * Lets React work on a page that the browser translates: each text is replaced by an element, while React goes on to
 * change the text, to remove it, and to insert before it (decision 107).
 */
export function watchTranslation(): void {
  let isTranslated = false
  const texts = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target)
      if (standIn?.isConnected) standIn.parentNode?.replaceChild(target, standIn)
    }
  })
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const standIn = [...addedNodes, nextSibling, previousSibling].find((node) => node?.nodeName === 'FONT')
      if (!standIn) continue
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE) continue
        standIns.set(text, standIn)
        texts.observe(text, { characterData: true })
        if (!isTranslated) findTexts()
        isTranslated = true
      }
    }
  }).observe(document, { childList: true, subtree: true })
}

/** Lets `removeChild` and `insertBefore` find what is shown for a text. */
function findTexts(): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = function (child) {
    const shown = shownIn(this, child)
    if (shown) removeChild.call(this, shown)
    return child
  }
  Node.prototype.insertBefore = function (node, child) {
    return insertBefore.call(this, node, child && shownIn(this, child)) as typeof node
  }
}

/** The child of `parent` that shows the text or contains it; null if it is not there. */
function shownIn(parent: Node, child: Node): Node | null {
  let shown: Node | null = child.parentNode ? child : (standIns.get(child) ?? null)
  while (shown && shown.parentNode !== parent) shown = shown.parentNode
  return shown
}

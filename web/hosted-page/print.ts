/** Prints the receipt. */
document.querySelector('[data-action="print"]')?.addEventListener('click', () => print())

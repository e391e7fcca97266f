"""Every sentence that people read: gettext catalogues, one folder a language, one file a room.

The keys in the code are codes (`refusal.rank`); `en` holds the source sentences. A sentence names its
data in braces (`{card}`). Languages without a sentence fall back to English.
"""

from bot.locales.words import LANGUAGES, Words, words_for

__all__ = ["LANGUAGES", "Words", "words_for"]

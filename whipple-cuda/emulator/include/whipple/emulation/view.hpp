// What a block sees of the words that programs read and write in global memory, as through a multiprocessor's first-level cache.
// What it has read once it finds again until it acquires. What it writes others see after it has released.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

namespace whipple::emulation {

// Values of words by their addresses. A word is always read and written in the same size.
class Words {
public:
    struct Entry {
        void* word;
        std::uint64_t value;
        unsigned bytes;       // of the word; 0: it is not known any more
        unsigned generation;  // of another than the current one: it is free
    };

    // The entry of a word, or null.
    Entry* find(const void* word) {
        if (entries_.empty()) return nullptr;
        for (std::size_t i = first(word);; i++) {
            Entry& entry = entries_[i & (entries_.size() - 1)];
            if (entry.generation != generation_) return nullptr;
            if (entry.word == word) return entry.bytes != 0 ? &entry : nullptr;
        }
    }

    void put(void* word, unsigned bytes, std::uint64_t value) {
        if (2 * places_.size() >= entries_.size()) grow();
        for (std::size_t i = first(word);; i++) {
            const std::size_t place = i & (entries_.size() - 1);
            Entry& entry = entries_[place];
            if (entry.generation == generation_ && entry.word != word) continue;
            if (entry.generation != generation_) places_.push_back(place);
            entry = {word, value, bytes, generation_};
            return;
        }
    }

    void clear() {
        places_.clear();
        generation_++;
    }

    template <class F>
    void for_each(F&& f) {
        for (const std::size_t place : places_)
            if (entries_[place].bytes != 0) f(entries_[place]);
    }

private:
    std::size_t first(const void* word) const {
        return static_cast<std::size_t>((reinterpret_cast<std::uintptr_t>(word) * 0x9e3779b97f4a7c15u) >> 32) & (entries_.size() - 1);
    }

    void grow() {
        std::vector<Entry> old(entries_.empty() ? 64 : 2 * entries_.size(), Entry{nullptr, 0, 0, 0});
        old.swap(entries_);
        std::vector<std::size_t> places;
        places.swap(places_);
        generation_ = 1;
        for (const std::size_t place : places)
            if (const Entry& entry = old[place]; entry.bytes != 0) put(entry.word, entry.bytes, entry.value);
    }

    std::vector<Entry> entries_;       // a power of two of them, at most half of which are taken
    std::vector<std::size_t> places_;  // those
    unsigned generation_ = 1;
};

class View {
public:
    bool sees(const void* word, std::uint64_t& value) {
        const Words::Entry* entry = written_.find(word);
        if (entry == nullptr) entry = read_.find(word);
        if (entry == nullptr) return false;
        value = entry->value;
        return true;
    }

    void has_read(const void* word, std::uint64_t value) { read_.put(const_cast<void*>(word), 1, value); }

    void write(void* word, unsigned bytes, std::uint64_t value) { written_.put(word, bytes, value); }

    // The word is as other blocks see it, and so does this one.
    void settle(const void* word) {
        if (Words::Entry* const entry = written_.find(word)) {
            store(*entry);
            entry->bytes = 0;
        }
        if (Words::Entry* const entry = read_.find(word)) entry->bytes = 0;
    }

    void acquire() { read_.clear(); }

    void release() {
        written_.for_each([this](const Words::Entry& entry) {
            store(entry);
            read_.put(entry.word, 1, entry.value);
        });
        written_.clear();
    }

private:
    static void store(const Words::Entry& entry) {
        switch (entry.bytes) {
            case 1: return __atomic_store_n(static_cast<std::uint8_t*>(entry.word), static_cast<std::uint8_t>(entry.value), __ATOMIC_RELAXED);
            case 2: return __atomic_store_n(static_cast<std::uint16_t*>(entry.word), static_cast<std::uint16_t>(entry.value), __ATOMIC_RELAXED);
            case 4: return __atomic_store_n(static_cast<std::uint32_t*>(entry.word), static_cast<std::uint32_t>(entry.value), __ATOMIC_RELAXED);
            default: return __atomic_store_n(static_cast<std::uint64_t*>(entry.word), entry.value, __ATOMIC_RELAXED);
        }
    }

    Words written_, read_;
};

}  // namespace whipple::emulation

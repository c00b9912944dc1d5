#include "engine/blocking_thread.hpp"

#include "engine/event_loop.hpp"
#include "engine/thread_usage.hpp"

#include <system_error>
#include <utility>

namespace oltpsim::engine {

BlockingThread::BlockingThread(bool batch_scheduling) : batch_scheduling_(batch_scheduling) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, kStackBytes);
    const int failed = pthread_create(&thread_, &attributes, &BlockingThread::entry, this);
    pthread_attr_destroy(&attributes);
    if (failed != 0) {
        throw std::system_error(
            failed, std::generic_category(), "cannot start a connection thread"
        );
    }
}

BlockingThread::~BlockingThread() {
    {
        const std::lock_guard lock(mutex_);
        stopping_ = true;
    }
    wake_.notify_one();
    pthread_join(thread_, nullptr);
}

void BlockingThread::submit(std::coroutine_handle<> coroutine) {
    {
        const std::lock_guard lock(mutex_);
        next_ = coroutine;
    }
    wake_.notify_one();
}

void* BlockingThread::entry(void* self) {
    static_cast<BlockingThread*>(self)->run();
    return nullptr;
}

void BlockingThread::run() {
    if (batch_scheduling_) {
        use_batch_scheduling();
    }
    std::unique_lock lock(mutex_);
    while (true) {
        wake_.wait(lock, [this] { return stopping_ || next_; });
        if (stopping_) {
            return;
        }
        const auto coroutine = std::exchange(next_, nullptr);
        lock.unlock();
        coroutine.resume();
        lock.lock();
    }
}

void HopBack::await_suspend(std::coroutine_handle<> caller) const { loop.post_resume(caller); }

}  // namespace oltpsim::engine
